/// A page that is complete in itself: one file, no network, a policy that lets nothing run but its
/// own script.
struct PageFrame {
  /// The title, as plain text.
  var title: String
  /// What the page shows.
  var body: Markup
  /// The data that its script draws, as JSON; nil for a page that needs none.
  var data: [UInt8]?

  /// The page, in UTF-8.
  var bytes: [UInt8] {
    let style = Self.asset(PackageResources.page_css)
    let script = data == nil ? Self.script([PackageResources.theme_js]) : Self.script(Self.scripts)
    var bytes: [UInt8] = []
    for part in Self.parts(of: Self.asset(PackageResources.frame_html)) {
      switch part {
      case .text(let text): bytes += text.utf8
      case .place("title"): bytes += Markup(title).text.utf8
      case .place("style"): bytes += style.utf8
      case .place("styleHash"): bytes += "sha256-\(SHA256.base64(of: Array(style.utf8)))".utf8
      case .place("scriptHash"): bytes += "sha256-\(SHA256.base64(of: Array(script.utf8)))".utf8
      case .place("script"): bytes += script.utf8
      case .place("body"): bytes += body.text.utf8
      case .place("data"):
        if let data {
          bytes += "<script type=\"application/json\" id=\"data\">".utf8 + data + "</script>".utf8
        }
      case .place(let name): preconditionFailure("the frame has no place called \(name)")
      }
    }
    return bytes
  }

  /// The scripts of a session's page, each of which uses what those before it define.
  private static var scripts: [[UInt8]] {
    [
      PackageResources.theme_js, PackageResources.dom_js, PackageResources.data_js,
      PackageResources.state_js, PackageResources.timeline_js, PackageResources.panel_js,
      PackageResources.search_js, PackageResources.main_js,
    ]
  }

  /// Scripts as one, whose names are nobody else's.
  private static func script(_ files: [[UInt8]]) -> String {
    "(() => {\n\"use strict\";\n" + files.map(asset).joined(separator: "\n") + "})();\n"
  }

  /// An asset as text.
  static func asset(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

  private enum Part {
    case text(String)
    case place(String)
  }

  /// A template in parts: text, and `{{places}}`.
  private static func parts(of template: String) -> [Part] {
    var parts: [Part] = []
    var rest = template[...]
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      parts.append(.text(String(rest[..<start.lowerBound])))
      parts.append(.place(String(rest[start.upperBound..<end.lowerBound])))
      rest = rest[end.upperBound...]
    }
    return parts + [.text(String(rest))]
  }
}
