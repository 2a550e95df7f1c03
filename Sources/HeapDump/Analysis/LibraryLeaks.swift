// The table of known leaks. Which references leak, and in which Android versions, is LeakCanary's knowledge (square/leakcanary,
// AndroidReferenceMatchers.kt of 2.x and AndroidExcludedRefs.java of 1.x, Apache-2.0, read 2026-12); the words are ours.
//
// Where a leak is in the builds of one maker only, the reason names the maker. The field then exists only there, or hardly leaks
// elsewhere, so the maker is not asked for. WebView's obfuscated classes (`WV.R9`) are left out: another build of it gives the names to
// other classes.

/// References of the platform and of libraries that are known to leak.
enum LibraryLeaks {
  static let all: [LibraryLeak] = platform + makers + libraries + ignored

  private static func field(
    _ owner: String, _ name: String, since: Int? = nil, until: Int? = nil, _ reason: String
  ) -> LibraryLeak { LibraryLeak(.field(owner, name), since: since, until: until, reason) }

  private static func staticField(
    _ owner: String, _ name: String, since: Int? = nil, until: Int? = nil, _ reason: String
  ) -> LibraryLeak { LibraryLeak(.staticField(owner, name), since: since, until: until, reason) }

  private static func native(
    _ owner: String, since: Int? = nil, until: Int? = nil, _ reason: String
  ) -> LibraryLeak { LibraryLeak(.jniGlobal(owner), since: since, until: until, reason) }

  private static func ignored(_ place: LibraryLeak.Place, _ reason: String) -> LibraryLeak {
    LibraryLeak(place, isIgnored: true, reason)
  }

  // MARK: - Android

  private static let platform: [LibraryLeak] = [
    // Activities and the main thread.
    field(
      "android.app.Activity$1", "this$0", since: 29, until: 29,
      "the system server keeps the activity's finish callback; finishAfterTransition() in onBackPressed() avoids it"),
    field(
      "android.app.ActivityThread", "mNewActivities", since: 19,
      "activities just created stay listed until the main thread is idle"),
    field(
      "android.app.ActivityThread$ActivityClientRecord", "nextIdle", since: 19, until: 27,
      "records of activities stay chained until the main thread is idle"),
    field(
      "android.app.ActivityTransitionState", "mExitingToView", since: 28, until: 29,
      "the view of a shared element transition is not let go of after it"),
    field(
      "android.os.Message", "obj", until: 30,
      "an idle handler thread keeps its last message, which a dialog may since have filled anew"),
    field(
      "android.permission.PermissionControllerManager", "mContext", since: 29,
      "keeps the context it was first asked for with; ask the application for it"),
    field(
      "android.app.ApplicationPackageManager$HasSystemFeatureQuery", "this$0", since: 29, until: 29,
      "a cached query is an inner object of the package manager and keeps its context"),
    field(
      "android.os.UserManager", "mContext", since: 18, until: 25,
      "the one instance keeps the context it was first made with; make it early with the application"),
    staticField(
      "android.net.ConnectivityManager", "sInstance", until: 23,
      "the first instance is kept for good with its context; make it early with the application"),
    field(
      "android.net.ConnectivityManager$CallbackHandler", "this$0", since: 33, until: 33,
      "a handler kept in a static field leads to a manager made with an activity"),
    staticField(
      "android.media.session.MediaSessionLegacyHelper", "sInstance", since: 21, until: 21,
      "the one instance keeps the context it was first made with"),
    field(
      "android.media.AudioManager$1", "this$0", until: 22,
      "audio focus that a VideoView never gives back keeps the manager and its context"),
    field(
      "android.media.MediaScannerConnection", "mContext", until: 22,
      "scanFile() may stay connected after its activity; use a connection of the application's"),
    field(
      "android.media.projection.MediaProjection$MediaProjectionCallback", "this$0", since: 22, until: 28,
      "another process keeps the callback, which leads to the activity's context"),
    field(
      "android.hardware.input.InputManager", "mLateInitContext", since: 33, until: 33,
      "the one instance keeps the activity it was first made with"),
    field(
      "android.hardware.biometrics.BiometricPrompt", "mFingerprintManager", since: 28, until: 28,
      "the prompt keeps a manager that was made with the activity"),
    field(
      "android.nfc.cardemulation.HostApduService$MsgHandler", "this$0", since: 29, until: 33,
      "the message handler outlives its destroyed service"),
    field(
      "android.companion.CompanionDeviceService$Stub", "this$0", since: 31, until: 31,
      "the stub that the system keeps is an inner object of the destroyed service"),
    field(
      "android.appwidget.AppWidgetHost$Callbacks", "this$0", until: 21,
      "native code keeps the callbacks, which lead to the host's context"),
    field(
      "android.speech.SpeechRecognizer$InternalListener", "this$0", until: 20,
      "the listener is an inner object of the recognizer and keeps its context"),
    field(
      "android.speech.tts.TextToSpeech", "mContext", since: 24, until: 24,
      "shutdown() keeps the context, and another process the engine; use the application's"),
    field(
      "android.speech.tts.TtsEngines", "mContext", since: 24, until: 24,
      "shutdown() of the engine keeps the context; use the application's"),
    field(
      "android.window.WindowOnBackInvokedDispatcher$OnBackInvokedCallbackWrapper", "mCallback", since: 32, until: 32,
      "another process keeps the stub of a back callback after its view root is detached (previews of Android 13)"),

    // Views, text and animation.
    field(
      "android.widget.Editor$SpanController", "this$0", until: 19,
      "a span with the text field gets into saved state and keeps the views"),
    field(
      "android.widget.Editor$EasyEditSpanController", "this$0", until: 19,
      "a span with the text field gets into saved state and keeps the views"),
    field(
      "android.widget.Editor$Blink", "this$0", until: 23,
      "the message that blinks the cursor is still posted after the dialog has closed"),
    staticField("android.text.TextLine", "sCached", until: 22, "pooled lines keep the text they last measured"),
    field(
      "android.view.inputmethod.InputMethodManager", "mNextServedView", since: 15, until: 35,
      "a detached view stays the one to serve next until another takes input"),
    field(
      "android.view.inputmethod.InputMethodManager", "mServedView", since: 15, until: 28,
      "a detached view stays the served one until another takes input"),
    field(
      "android.view.inputmethod.InputMethodManager", "mServedInputConnection", since: 15, until: 27,
      "the connection of a detached view stays until another takes input"),
    field(
      "android.view.inputmethod.InputMethodManager", "mCurRootView", since: 15, until: 28,
      "the root view of a destroyed activity stays the current one"),
    field(
      "android.view.inputmethod.InputMethodManager", "mImeInsetsConsumer", since: 30,
      "the consumer of insets is not dropped with its activity"),
    field(
      "android.animation.LayoutTransition$1", "val$parent", since: 14, until: 22,
      "a listener for drawing keeps the group of views as long as the window"),
    field(
      "android.animation.AnimationHandler", "mAnimatorRequestors", since: 33, until: 33,
      "the one handler keeps the view root of a destroyed activity as a requestor"),
    field(
      "android.view.textservice.SpellCheckerSession$1", "this$0", since: 16, until: 24,
      "a session closed before its service was connected stays with its handler"),
    field(
      "android.widget.SpellChecker$1", "this$0", since: 22, until: 22,
      "a posted spell check of a detached view is not taken back"),
    field(
      "android.widget.ActivityChooserModel", "mActivityChoserModelPolicy",
      "a model in a static map keeps the policy last set, which may be an activity"),
    field(
      "android.support.v7.internal.widget.ActivityChooserModel", "mActivityChoserModelPolicy", since: 15, until: 22,
      "a model in a static map keeps the policy last set, which may be an activity"),
    field(
      "android.view.accessibility.AccessibilityNodeInfo", "mOriginalText", since: 26, until: 27,
      "pooled nodes keep their text, whose spans lead to the views"),
    field(
      "android.view.accessibility.AccessibilityNodeIdManager", "mIdsToViews", since: 28, until: 29,
      "views that are detached before they were attached stay registered"),
    field(
      "android.app.assist.AssistStructure$ViewNodeText", "mText", since: 24,
      "the structure given to assistants keeps texts, whose spans lead to the views"),
    field(
      "android.widget.AccessibilityIterators$LineTextSegmentIterator", "mLayout", since: 27, until: 27,
      "the one iterator keeps the last text layout, whose spans lead to the views"),
    field(
      "android.widget.Magnifier$InternalPopupWindow", "mCallback", since: 28, until: 28,
      "the renderer keeps the magnifier's frame callback after its activity"),
    field(
      "com.android.internal.policy.BackdropFrameRenderer", "mDecorView", since: 24, until: 26,
      "the renderer's thread may not stop on release and keeps the window's views"),
    field(
      "android.view.ViewGroup$ViewLocationHolder", "mRoot", since: 28, until: 28, "pooled holders keep their root view"),
    field(
      "android.view.ViewGroup", "mPreSortedChildren", since: 30, until: 30,
      "a list for sorting is not emptied after use"),
    field(
      "android.view.ViewGroup", "mCurrentDragChild", since: 29, until: 30,
      "the view last dragged stays after it is detached"),
    field(
      "android.view.View$$ExternalSyntheticLambda3", "f$0", since: 26, until: 34,
      "the callback that hides a tooltip stays posted for fifteen seconds"),

    // Binders and other objects that native code holds.
    native(
      "android.view.inputmethod.InputMethodManager$ControlledInputConnectionWrapper",
      "native code keeps the connection of an input field that is gone"),
    native("android.widget.Toast$TN", "the call that shows a toast keeps it until the other process lets go"),
    native(
      "android.accounts.AccountManager$AmsTask$Response", since: 5,
      "the other process keeps the response, which leads to the activity; pass none and use the future"),
    native(
      "android.graphics.animation.RenderNodeAnimator", since: 31, until: 32,
      "a ripple that still runs when its view is detached is never ended"),
    native(
      "android.media.PlayerBase$1", since: 24, until: 27, "the callback for app operations keeps every player"),
    native(
      "android.app.AppOpsManager$3", since: 31, until: 32,
      "the other process keeps the callback for app operations; androidx.core 1.10 avoids it"),
    native("android.app.job.JobService$1", until: 23, "the stub that the system keeps leads to the destroyed service"),
    native(
      "android.service.dreams.DreamService$1", since: 33,
      "the stub that the system keeps leads to the destroyed service"),
    native(
      "android.app.UiModeManager$1", since: 34, until: 34, "the callback for night mode keeps the manager's context"),
    native(
      "android.os.Binder",
      "a binder stays until the process at its other end has collected its proxy, which may be long after the unbinding"
    ),
  ]

  // MARK: - Makers of devices

  private static let makers: [LibraryLeak] = [
    staticField(
      "com.samsung.android.smartclip.SpenGestureManager", "mContext", since: 19, until: 19,
      "Samsung: a static field keeps the activity"),
    field(
      "android.sec.clipboard.ClipboardUIManager", "mContext", since: 19, until: 21,
      "Samsung: the one instance keeps the context it was first made with; make it early with the application"),
    native(
      "com.samsung.android.content.clipboard.SemClipboardManager$1", since: 19, until: 28,
      "Samsung: another process keeps the clipboard's callback, which leads to the context"),
    native(
      "com.samsung.android.content.clipboard.SemClipboardManager$3", since: 19, until: 28,
      "Samsung: another process keeps the clipboard's callback, which leads to the context"),
    field(
      "com.samsung.android.content.clipboard.SemClipboardManager", "mContext", since: 19, until: 24,
      "Samsung: the one instance keeps the context it was first made with"),
    field(
      "android.sec.clipboard.ClipboardExManager", "mContext", since: 23, until: 23,
      "Samsung: a callback in native code leads to the manager and its activity"),
    field(
      "android.sec.clipboard.ClipboardExManager", "mPersonaManager", since: 23, until: 23,
      "Samsung: a callback in native code leads to a manager of the activity's"),
    field(
      "android.widget.TextView$IClipboardDataPasteEventImpl", "this$0", since: 22, until: 22,
      "Samsung: native code keeps the paste callback of a detached text view"),
    field(
      "com.samsung.android.emergencymode.SemEmergencyManager", "mContext", since: 19, until: 24,
      "Samsung: the one instance keeps a window's context"),
    field(
      "com.samsung.android.knox.SemPersonaManager", "mContext", since: 24, until: 24,
      "Samsung: the manager keeps the activity it was made with"),
    field(
      "android.app.SemAppIconSolution", "mContext", since: 28, until: 29,
      "Samsung: the icon cache keeps the activity it was made with"),
    staticField(
      "com.android.org.chromium.android_webview.AwResource", "sResources", since: 19, until: 19,
      "Samsung: the WebView's resources are those of the activity"),
    staticField(
      "android.widget.TextView", "mLastHoveredView", since: 19, until: 31,
      "Samsung: a static field keeps the view last hovered over"),
    staticField(
      "android.widget.TextView", "mTargetView", since: 27, until: 27, "Samsung: a static field keeps a detached view"),
    field(
      "android.os.PersonaManager", "mContext", since: 19, until: 19,
      "Samsung: resources of the whole app lead to a manager made with an activity"),
    field(
      "android.content.res.Resources", "mContext", since: 19, until: 19,
      "Samsung: resources of the whole process have the context of an activity"),
    field(
      "android.view.ViewConfiguration", "mContext", since: 19, until: 19,
      "Samsung: configurations in a static table have the context of an activity"),
    staticField(
      "android.media.AudioManager", "mContext_static", since: 19, until: 19,
      "Samsung: a static field keeps the activity"),
    staticField(
      "android.app.ActivityManager", "mContext", since: 22, until: 23, "Samsung: a static field keeps the activity"),
    field(
      "com.android.internal.policy.MultiWindowDecorSupport", "mWindow", since: 26, until: 29,
      "Samsung: the support for several windows keeps the window of a destroyed activity"),
    field(
      "android.view.inputmethod.InputMethodManager", "mCurrentInputConnection", since: 28, until: 30,
      "Samsung: the connection of a destroyed activity's text field stays the current one"),
    field(
      "android.view.inputmethod.InputMethodManager", "mLastSrvView", since: 23, until: 28,
      "Huawei: the view last served is kept"),
    staticField(
      "android.gestureboost.GestureBoostManager", "mContext", since: 24, until: 25,
      "Huawei: a static field keeps the activity"),
    staticField(
      "android.widget.BubblePopupHelper", "sHelper", since: 19, until: 22,
      "LG: a static helper keeps the view last focused"),
    field(
      "com.lge.systemservice.core.LGContext", "mContext", since: 21, until: 21,
      "LG: the one instance keeps the activity it was first made with"),
    field(
      "com.lge.systemservice.core.SmartCoverManager", "mContext", since: 27, until: 27,
      "LG: native code keeps a callback that leads to the activity"),
    field(
      "android.view.inputmethod.InputMethodManager", "mLastFocusView", since: 29, until: 29,
      "LG: the view last focused is kept after it is detached"),
    field(
      "com.nvidia.ControllerMapper.MapperClient$ServiceClient", "this$0", since: 19, until: 19,
      "NVIDIA: a handler keeps the controller's client and its activity"),
    staticField(
      "android.hardware.SystemSensorManager", "mAppContextImpl", since: 19, until: 22,
      "Lenovo, Vivo: a static field keeps the context the sensors were asked for with; use the application's"),
    staticField(
      "android.app.Instrumentation", "mRecommendActivity", since: 21, until: 22,
      "Meizu: a static field keeps an activity of the system's"),
    field(
      "android.app.admin.DevicePolicyManager$SettingsObserver", "this$0", since: 19, until: 22,
      "Motorola: an observer that the system keeps leads to the manager's activity"),
    field(
      "android.app.ExtendedStatusBarManager", "mContext", since: 30, "Sharp: the manager keeps the context of a window"),
    staticField(
      "com.oneplus.util.OemSceneCallBlocker", "sContext", since: 28, until: 28,
      "OnePlus: a static field keeps the activity"),
    staticField(
      "android.os.PerfMonitor", "mLastCallback", since: 30, until: 30,
      "OnePlus: a static field keeps the last click's view"),
    field(
      "android.text.method.TextKeyListener", "mContext", since: 28, until: 28,
      "Razer: listeners in a static table have the context of an activity"),
    staticField(
      "android.content.res.ResourcesImpl", "mAppContext", since: 30,
      "Xiaomi, Realme, HMD, Infinix, Lenovo, Motorola, TES: a static field ends up with the context of an activity or service"
    ),
  ]

  // MARK: - Libraries

  private static let libraries: [LibraryLeak] = [
    staticField(
      "com.facebook.flipper.plugins.inspector.descriptors.ApplicationDescriptor", "editedDelegates",
      "Flipper keeps root views after they are detached"),
    staticField(
      "org.chromium.android_webview.AwContents", "A0",
      "WebView keeps windows in a weak map whose values lead to their keys"),
  ]

  // MARK: - Ignored

  /// References that hold for a moment only, or that only the memory manager follows. Weak, soft, phantom and final references are
  /// none of these: HeapGraph leaves their referents out.
  private static let ignored: [LibraryLeak] =
    ["java.lang.ref.Finalizer", "java.lang.ref.FinalizerReference"].flatMap { owner in
      ["prev", "next", "element"].map {
        ignored(.field(owner, $0), "the list of objects to finalize keeps none of them")
      }
    }
    + ["sun.misc.Cleaner", "jdk.internal.ref.Cleaner"].flatMap { owner in
      ["prev", "next"].map {
        ignored(.field(owner, $0), "the list of cleaners keeps no object that is cleaned up after")
      }
    }
    + [
      ignored(.thread("FinalizerWatchdogDaemon"), "what is being finalized has no other holder and is about to go"),
      ignored(.thread("main"), "the main thread's variables change all the time; a real leak has another way"),
      ignored(.thread("LeakCanary-Heap-Dump"), "LeakCanary holds what it looks at"),
      ignored(
        .field("leakcanary.internal.InternalLeakCanary", "resumedActivity"), "LeakCanary follows the activity on top"),
      ignored(.field("leakcanary.internal.InternalLeakCanary", "application"), "the application is never destroyed"),
      ignored(
        .field("android.view.Choreographer$FrameDisplayEventReceiver", "mMessageQueue"),
        "the receiver keeps the main thread's queue, whose looper is the telling way"),
    ]
}
