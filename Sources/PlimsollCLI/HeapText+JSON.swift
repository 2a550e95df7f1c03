// Heap dumps as JSON for programs: Documentation/heap-json.md.

internal import ByteKit
internal import HeapDump
internal import MarkupKit

extension HeapText {
  /// What all JSON documents of heap dumps begin with.
  static func head(_ format: String, _ dump: HeapDump, _ json: inout JSONWriter) {
    json.member("format", format)
    json.member("version", 1)
    json.object("dump") { json in
      json.member("path", dump.path)
      json.member("fileSize", dump.fileSize)
      json.member("header", dump.header.text)
      json.member("idSize", dump.header.idSize)
      json.member("milliseconds", dump.header.milliseconds)
      if let version = dump.crunchedVersion { json.member("bmdVersion", version) }
      json.member("part", dump.part + 1)
      json.member("parts", dump.partCount)
      json.array("damage") { json in for error in dump.damage { json.value(error.description) } }
    }
  }

  /// A summary.
  static func json(_ summary: HeapSummary, of dump: HeapDump) -> String {
    var json = JSONWriter()
    json.object { json in
      head("plimsoll.heap-summary", dump, &json)
      json.member("objects", summary.objects)
      json.member("bytes", summary.bytes)
      json.member("classCount", summary.classCount)
      json.member("symbolCount", summary.symbolCount)
      json.array("heaps") { json in
        for heap in summary.heaps {
          json.object { json in
            json.member("name", heap.name)
            json.member("objects", heap.objects)
            json.member("bytes", heap.bytes)
          }
        }
      }
      json.array("roots") { json in
        for root in summary.roots {
          json.object { json in
            json.member("kind", root.kind.recordName)
            json.member("count", root.count)
          }
        }
      }
      json.array("classes") { json in
        for row in summary.classes {
          json.object { json in
            json.member("name", row.name)
            json.member("id", id(row.id))
            json.member("objects", row.count)
            json.member("bytes", row.bytes)
          }
        }
      }
      json.array("largestArrays") { json in
        for array in summary.largestArrays {
          json.object { json in
            json.member("id", id(array.id))
            json.member("type", array.type)
            json.member("count", array.count)
            json.member("bytes", array.bytes)
          }
        }
      }
      known("strings", summary.strings, &json) { figures, json in
        json.member("count", figures.count)
        json.member("distinct", figures.distinct)
        json.member("wasted", figures.wasted)
        json.array("duplicates") { json in
          for text in figures.duplicates {
            json.object { json in
              json.member("text", text.text)
              json.member("isCut", text.isCut)
              json.member("count", text.count)
              json.member("wasted", text.wasted)
            }
          }
        }
      }
      known("bitmaps", summary.bitmaps, &json) { bitmaps, json in
        json.array("list") { json in
          for bitmap in bitmaps {
            json.object { json in
              json.member("id", id(bitmap.id))
              json.member("width", bitmap.width)
              json.member("height", bitmap.height)
              json.member("bytes", bitmap.bytes)
              json.member("storage", bitmap.storage.rawValue)
            }
          }
        }
      }
      known("threads", summary.threads, &json) { threads, json in
        json.array("list") { json in
          for (thread, limit) in zip(threads, HeapThread.shownFrames(of: threads)) {
            json.object { json in
              json.member("id", id(thread.id))
              json.member("name", thread.name)
              json.member("class", thread.className)
              json.array("frames") { json in for frame in thread.frames.prefix(limit) { json.value(frame) } }
              if thread.frames.count > limit { json.member("framesLeftOut", thread.frames.count - limit) }
            }
          }
        }
      }
    }
    return json.output.text
  }

  /// A member that may be unknown: `{"unknown": "why"}` then.
  static func known<Value>(
    _ key: String, _ value: Known<Value>, _ json: inout JSONWriter, _ body: (Value, inout JSONWriter) -> Void
  ) {
    json.object(key) { json in
      switch value {
      case .known(let value): body(value, &json)
      case .unknown(let why): json.member("unknown", why)
      }
    }
  }
}
