import {
  CUSTOM_POSTBACK_LIMITS as LIMITS,
  fillUrl,
  findUnknownMacros,
  SAMPLE_MACROS,
  targetOf,
} from '@muneem/contract/custom-postbacks';
import { Code, Text, Textarea } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';
import { copy } from './custom-postbacks.copy.ts';
import classes from './custom-postbacks.module.css';
import { insertMacro } from './insert-macro.ts';
import { MacroToolbar } from './macro-toolbar.tsx';
import type { PostbackForm } from './postback-form.ts';

const words = copy.form;
type Template = 'postbackUrl' | 'bodyTemplate';

/** The fields with macros. A macro is inserted at the last cursor position. */
export function TemplateFields({ form, withBody }: { readonly form: PostbackForm; readonly withBody: boolean }) {
  const url = useRef<HTMLTextAreaElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);
  const [last, setLast] = useState<Template>('postbackUrl');
  const [caret, setCaret] = useState<{ readonly field: Template; readonly at: number }>();
  const nodes = { postbackUrl: url, bodyTemplate: body };

  // The field contains its new text only after the render.
  useLayoutEffect(() => {
    if (caret === undefined) return;
    const node = (caret.field === 'bodyTemplate' ? body : url).current;
    node?.focus();
    node?.setSelectionRange(caret.at, caret.at);
  }, [caret]);

  const insert = (macro: string): void => {
    const field = withBody ? last : 'postbackUrl';
    const node = nodes[field].current;
    const value = form.values[field];
    const selection = { start: node?.selectionStart ?? value.length, end: node?.selectionEnd ?? value.length };
    const { text, cursor } = insertMacro(value, selection, macro);
    form.setFieldValue(field, text);
    setCaret({ field, at: cursor });
  };

  const { postbackUrl, bodyTemplate } = form.values;
  const unknown = findUnknownMacros(withBody ? `${postbackUrl} ${bodyTemplate}` : postbackUrl);
  return (
    <>
      <Textarea
        label={words.postbackUrl}
        placeholder={words.urlPlaceholder}
        required
        autosize
        minRows={2}
        maxRows={6}
        maxLength={LIMITS.url}
        spellCheck={false}
        autoComplete="off"
        classNames={{ input: classes['mono'] ?? '' }}
        {...form.getInputProps('postbackUrl')}
        ref={url}
        onFocus={() => setLast('postbackUrl')}
        onKeyDown={(event) => {
          // A URL has only one line.
          if (event.key === 'Enter') event.preventDefault();
        }}
        onChange={(event) => form.setFieldValue('postbackUrl', event.currentTarget.value.replaceAll(/[\r\n]+/g, ''))}
      />
      <MacroToolbar onInsert={insert} />
      {withBody && (
        <Textarea
          label={words.body}
          description={words.bodyHelp}
          placeholder={words.bodyPlaceholder}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={LIMITS.body}
          spellCheck={false}
          classNames={{ input: classes['mono'] ?? '' }}
          {...form.getInputProps('bodyTemplate')}
          ref={body}
          onFocus={() => setLast('bodyTemplate')}
        />
      )}
      <p role="status" className={classes['warning']}>
        {unknown.length > 0 && words.unknown(unknown.map((name) => `{${name}}`).join(', '))}
      </p>
      {targetOf(postbackUrl) !== null && (
        <Text component="div" fz="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {words.preview}
          <br />
          <Code fz="inherit">{fillUrl(postbackUrl, SAMPLE_MACROS)}</Code>
        </Text>
      )}
    </>
  );
}
