// What the tests of this target share.
