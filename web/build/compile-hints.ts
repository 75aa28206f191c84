import type { Plugin } from 'vite';

/** The files that every screen runs. */
const HINTED = /^assets\/(app|shell|signed-in|early|index)-/;

/**
 * Asks the browser to compile all of a file at once, beside the page, and to keep that: else each function is compiled when
 * it is first called, at every visit (1,200 of them, 50 ms, before the first rows). Chromium's explicit compile hints; other
 * browsers read a comment.
 */
export const compileHints = (): Plugin => ({
  name: 'compile-hints',
  apply: 'build',
  generateBundle: {
    // It counts at the very beginning of a file only.
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && HINTED.test(file.fileName))
          file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
    },
  },
});
