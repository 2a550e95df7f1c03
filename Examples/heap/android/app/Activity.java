package android.app;

/**
 * A stand-in for Android's class of the same name, so that a dump of a plain Java virtual machine has what a dump of a phone has: a
 * screen that says of itself that it is done with.
 */
public class Activity {
  private boolean mDestroyed;

  public void destroy() {
    mDestroyed = true;
    onDestroy();
  }

  protected void onDestroy() {}
}
