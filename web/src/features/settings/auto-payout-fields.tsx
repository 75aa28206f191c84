import { WITHDRAWAL_FLAG_NAMES, WITHDRAWAL_FLAGS } from '@muneem/contract/withdrawals';
import { Checkbox, NumberInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Section } from '#ui/layout/index.ts';
import type { SettingsValues } from './changed-settings.ts';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';

const words = copy.autoPayout;

/** The flags that Auto Payout leaves to an admin, and its limits. */
export function AutoPayoutFields({ form }: { readonly form: UseFormReturnType<SettingsValues> }) {
  const limit = (field: 'autoPayoutUserLimit' | 'autoPayoutDayLimit', placeholder = '') => (
    <NumberInput
      label={words[field].label}
      description={words[field].help}
      placeholder={placeholder}
      prefix="₹"
      thousandSeparator=","
      thousandsGroupStyle="lakh"
      min={1}
      allowDecimal={false}
      allowNegative={false}
      clampBehavior="none"
      hideControls
      required={field === 'autoPayoutDayLimit'}
      {...form.getInputProps(field)}
    />
  );
  return (
    <Section title={words.title}>
      <div className={classes['fields']}>
        <Checkbox.Group label={words.flags} description={words.flagsHelp} {...form.getInputProps('autoPayoutFlags')}>
          <div className={classes['choices']}>
            {WITHDRAWAL_FLAGS.map((kind) => (
              <Checkbox key={kind} value={kind} label={WITHDRAWAL_FLAG_NAMES[kind]} />
            ))}
          </div>
        </Checkbox.Group>
        <div className={classes['pair']}>
          {limit('autoPayoutUserLimit', words.autoPayoutUserLimit.placeholder)}
          {limit('autoPayoutDayLimit')}
        </div>
      </div>
    </Section>
  );
}
