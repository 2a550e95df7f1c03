#include "CXMLShim.h"

#include <libxml/SAX2.h>
#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  const plimsoll_xml_events *events;
  xmlParserCtxtPtr parser;
  plimsoll_xml_outcome outcome;
  int stopped;
  plimsoll_xml_attribute *attributes;
  int capacity;
} session;

static void stop(session *s, int code) {
  s->stopped = 1;
  if (s->outcome.code == 0) s->outcome.code = code;
  if (s->parser) xmlStopParser(s->parser);
}

static void on_start(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri, int namespace_count,
                     const xmlChar **namespaces, int count, int defaulted, const xmlChar **attributes) {
  session *s = user;
  (void)prefix, (void)uri, (void)namespace_count, (void)namespaces, (void)defaulted;
  if (s->stopped) return;
  if (count > s->capacity) {
    plimsoll_xml_attribute *larger = realloc(s->attributes, (size_t)count * sizeof *larger);
    if (!larger) {
      stop(s, XML_ERR_NO_MEMORY);
      return;
    }
    s->attributes = larger;
    s->capacity = count;
  }
  // libxml2 gives five pointers an attribute: local name, prefix, namespace, first and one past the last value byte.
  for (int i = 0; i < count; i++) {
    const xmlChar **five = attributes + 5 * i;
    s->attributes[i].name = (const char *)five[0];
    s->attributes[i].value = (const char *)five[3];
    s->attributes[i].value_length = (size_t)(five[4] - five[3]);
  }
  int line = s->parser->input ? s->parser->input->line : 0;
  if (s->events->start(s->events->context, (const char *)name, s->attributes, count, line)) stop(s, -1);
}

static void on_end(void *user, const xmlChar *name, const xmlChar *prefix, const xmlChar *uri) {
  session *s = user;
  (void)prefix, (void)uri;
  if (s->stopped) return;
  if (s->events->end(s->events->context, (const char *)name)) stop(s, -1);
}

static void on_text(void *user, const xmlChar *bytes, int length) {
  session *s = user;
  if (s->stopped) return;
  if (s->events->text(s->events->context, (const char *)bytes, length)) stop(s, -1);
}

// Only &lt; &gt; &amp; &quot; &apos; exist here: a document cannot define others, so none can grow without bound.
static xmlEntityPtr on_entity(void *user, const xmlChar *name) {
  (void)user;
  return xmlGetPredefinedEntity(name);
}

/// The most attributes that an element may have: libxml2 2.9 compares each with all before it (300,000 took 19 s).
enum { attribute_limit = 4096 };

static void refuse(session *s, const char *reason) {
  s->outcome.code = XML_ERR_INTERNAL_ERROR;
  strncpy(s->outcome.message, reason, sizeof s->outcome.message - 1);
  if (s->parser->input) {
    s->outcome.line = s->parser->input->line;
    s->outcome.column = s->parser->input->col;
  }
}

// A DTD inside the document could give each element thousands of attributes by default (79 kB took 20 s). No report has one.
static void on_attribute_declaration(void *user, const xmlChar *element, const xmlChar *name, int type, int default_kind,
                                     const xmlChar *default_value, xmlEnumerationPtr values) {
  session *s = user;
  (void)element, (void)name, (void)type, (void)default_kind, (void)default_value;
  xmlFreeEnumeration(values);
  if (s->stopped) return;
  refuse(s, "the document declares attributes of its own (<!ATTLIST>), which is not read");
  stop(s, XML_ERR_INTERNAL_ERROR);
}

#if LIBXML_VERSION >= 21200
static void on_error(void *user, const xmlError *error) {
#else
static void on_error(void *user, xmlErrorPtr error) {
#endif
  session *s = user;
  if (s->stopped || error->level < XML_ERR_FATAL || s->outcome.code != 0) return;
  // A namespace prefix without a declaration does not damage a report (xsi: in trimmed Surefire files).
  if (error->domain == XML_FROM_NAMESPACE) return;
  s->outcome.code = error->code ? error->code : XML_ERR_INTERNAL_ERROR;
  s->outcome.line = error->line;
  s->outcome.column = error->int2;
  if (error->message) {
    strncpy(s->outcome.message, error->message, sizeof s->outcome.message - 1);
    size_t length = strlen(s->outcome.message);
    // Some messages quote the document over several lines; an error here is one line.
    for (size_t i = 0; i < length; i++)
      if ((unsigned char)s->outcome.message[i] < 0x20) s->outcome.message[i] = ' ';
    while (length > 0 && s->outcome.message[length - 1] == ' ') s->outcome.message[--length] = 0;
  }
}

static int on_read(void *user, char *buffer, int capacity) {
  session *s = user;
  // More is asked for in the middle of a tag, too: the parser's array of attributes (five pointers each) shows its growth.
  // The parser may not be halted here, since it is filling the very buffer that this would free: it meets the end instead.
  if (!s->stopped && s->parser && s->parser->maxatts > 5 * attribute_limit) {
    refuse(s, "an element has more than 4096 attributes");
    s->stopped = 1;
  }
  return s->stopped ? 0 : s->events->read(s->events->context, buffer, capacity);
}

// What libxml2 raises outside of a parser (a broken encoding met while a buffer is filled) it would print to standard error.
#if LIBXML_VERSION >= 21200
static void on_stray_error(void *user, const xmlError *error) {
#else
static void on_stray_error(void *user, xmlErrorPtr error) {
#endif
  (void)user, (void)error;
}

plimsoll_xml_outcome plimsoll_xml_parse(const plimsoll_xml_events *events) {
  session s = {.events = events};
  // One a thread; the parser's own errors still go to its own handler.
  xmlSetStructuredErrorFunc(NULL, on_stray_error);
  xmlSAXHandler handler;
  memset(&handler, 0, sizeof handler);
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = on_start;
  handler.endElementNs = on_end;
  handler.characters = on_text;
  handler.cdataBlock = on_text;
  handler.getEntity = on_entity;
  handler.serror = on_error;
  handler.attributeDecl = on_attribute_declaration;
  s.parser = xmlCreateIOParserCtxt(&handler, &s, on_read, NULL, &s, XML_CHAR_ENCODING_NONE);
  if (!s.parser) {
    s.outcome.code = XML_ERR_NO_MEMORY;
    strcpy(s.outcome.message, "the document is empty or memory ran out");
    return s.outcome;
  }
  // NOENT only makes libxml2 hand over attribute values with "&amp;" resolved; see on_entity.
  xmlCtxtUseOptions(s.parser, XML_PARSE_NONET | XML_PARSE_NOENT | XML_PARSE_HUGE | XML_PARSE_NOCDATA |
                                  (events->ignore_encoding ? XML_PARSE_IGNORE_ENC : 0));
  s.parser->linenumbers = 1;
  xmlParseDocument(s.parser);
  if (s.outcome.code == 0 && !s.parser->wellFormed && s.parser->errNo != 0 && s.parser->nsWellFormed) {
    s.outcome.code = s.parser->errNo;
    strcpy(s.outcome.message, "the document is not well formed");
  }
  if (s.outcome.code != 0 && s.outcome.line == 0 && s.parser->input) {
    s.outcome.line = s.parser->input->line;
    s.outcome.column = s.parser->input->col;
  }
  if (s.parser->myDoc) xmlFreeDoc(s.parser->myDoc);
  s.parser->myDoc = NULL;
  xmlFreeParserCtxt(s.parser);
  free(s.attributes);
  return s.outcome;
}
