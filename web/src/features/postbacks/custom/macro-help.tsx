import { CUSTOM_POSTBACK_MACROS } from '@muneem/contract/postbacks';
import { CopyButton, Note } from '#ui/display/index.ts';
import { Section } from '#ui/layout/index.ts';
import classes from './macros.module.css';
import { copy, MACRO_MEANINGS } from './macros.copy.ts';

export function MacroHelp() {
  return (
    <Section title={copy.title}>
      <Note maw="60rem" mb="sm">
        {copy.help}
      </Note>
      <dl className={classes['macros']}>
        {CUSTOM_POSTBACK_MACROS.map((macro) => (
          <div key={macro}>
            <dt>
              <code>{`{${macro}}`}</code>
              <CopyButton value={`{${macro}}`} what={`{${macro}}`} />
            </dt>
            <dd>{MACRO_MEANINGS[macro]}</dd>
          </div>
        ))}
      </dl>
    </Section>
  );
}
