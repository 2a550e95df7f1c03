import android.app.Activity;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import com.sun.management.HotSpotDiagnosticMXBean;

/**
 * A small shop app with the usual faults, which writes a dump of its own heap: screens that were closed and are still held by a
 * listener list, a log that only grows, and the same text in many strings. It tells nothing of the machine it ran on.
 *
 * <pre>java -cp classes Shop shop.hprof</pre>
 */
public final class Shop {
  /** Whoever wants to know when prices change; nobody ever leaves. */
  static final class PriceFeed {
    private static final PriceFeed shared = new PriceFeed();
    private final List<Listener> listeners = new ArrayList<>();

    void add(Listener listener) {
      listeners.add(listener);
    }
  }

  interface Listener {
    void priceChanged(String article, int cents);
  }

  /** A screen that shows an article. The listener keeps it, and it keeps its picture. */
  static final class ArticleScreen extends Activity {
    private final String article;
    private final byte[] picture = new byte[24_000];
    private int cents;

    ArticleScreen(String article) {
      this.article = article;
      PriceFeed.shared.add((name, price) -> {
        if (name.equals(this.article)) cents = price;
      });
    }
  }

  /** The screen that is open. */
  static final class CartScreen extends Activity {
    private final Map<String, Integer> pieces = new HashMap<>();
  }

  /** What was done, for a support case that nobody ever opened. */
  static final class EventLog {
    private static final List<Event> events = new ArrayList<>();
  }

  static final class Event {
    private final String name;
    private final String currency;
    private final long at;

    Event(String name, String currency, long at) {
      this.name = name;
      this.currency = currency;
      this.at = at;
    }
  }

  private static CartScreen open;

  private static void use() {
    for (int visit = 0; visit < 6; visit++) {
      ArticleScreen screen = new ArticleScreen("article " + visit % 3);
      screen.destroy();
    }
    open = new CartScreen();
    for (int piece = 0; piece < 40; piece++) open.pieces.put("article " + piece, piece % 5 + 1);
    for (int event = 0; event < 2_500; event++) {
      // Read from a document, a word is a new string each time.
      EventLog.events.add(new Event(new String("view_item".getBytes()), new String("EUR".getBytes()), event));
    }
  }

  public static void main(String[] arguments) throws Exception {
    use();
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(arguments[0], true);
  }
}
