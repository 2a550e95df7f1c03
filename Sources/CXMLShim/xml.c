#include "CXMLShim.h"
#include <libxml/parser.h>
int plimsoll_xml_placeholder(void) { return LIBXML_VERSION; }
