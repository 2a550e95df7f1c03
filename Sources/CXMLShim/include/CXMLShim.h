// The one door to libxml2: a pull of bytes in, SAX events out, nothing loaded from anywhere. libxml2's own headers stay
// inside xml.c, since they bring ICU names that do not stand beside Foundation's.

#ifndef PLIMSOLL_CXMLSHIM_H
#define PLIMSOLL_CXMLSHIM_H

#include <stddef.h>

/// One attribute: its local name and its value with references resolved; the value is not ended by a NUL.
typedef struct {
  const char *name;
  const char *value;
  size_t value_length;
} plimsoll_xml_attribute;

/// What a parse calls. Each callback but `read` returns 0 to go on, anything else to stop.
typedef struct {
  void *context;
  /// Not 0: the bytes are UTF-8 whatever the XML declaration says.
  int ignore_encoding;
  /// Fills `buffer` with up to `capacity` bytes and returns how many; 0 at the end.
  int (*read)(void *context, char *buffer, int capacity);
  int (*start)(void *context, const char *name, const plimsoll_xml_attribute *attributes, int count, int line);
  int (*end)(void *context, const char *name);
  int (*text)(void *context, const char *bytes, int length);
} plimsoll_xml_events;

/// Why and where a parse ended. `code` is 0 when the whole document was read, -1 when a callback stopped it.
typedef struct {
  int code;
  int line;
  int column;
  char message[256];
} plimsoll_xml_outcome;

/// Parses one document. External entities and DTDs are never fetched and declared entities never expanded.
plimsoll_xml_outcome plimsoll_xml_parse(const plimsoll_xml_events *events);

#endif
