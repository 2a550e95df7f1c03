// Only CXMLShim reads these headers; no Swift file imports this module (libxml2 brings ICU names that break beside Foundation).
#include <libxml/parser.h>
