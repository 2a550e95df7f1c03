int plimsoll_xml_placeholder(void);
