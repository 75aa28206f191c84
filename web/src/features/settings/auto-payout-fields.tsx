import { WITHDRAWAL_FLAG_NAMES, WITHDRAWAL_FLAGS } from '@muneem/contract/withdrawals';
import { Checkbox, Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { NumberField } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import type { SettingsValues } from './changed-settings.ts';
import { copy } from './settings.copy.ts';

const words = copy.autoPayout;

/** The flags that Auto Payout leaves to an admin, and its limits. */
export function AutoPayoutFields({ form }: { readonly form: UseFormReturnType<SettingsValues> }) {
  const limit = (field: 'autoPayoutUserLimit' | 'autoPayoutDayLimit', placeholder = '') => (
    <NumberField
      label={words[field].label}
      description={words[field].help}
      placeholder={placeholder}
      leftSection="₹"
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      min={1}
      required={field === 'autoPayoutDayLimit'}
      {...form.getInputProps(field)}
    />
  );
  return (
    <Section title={words.title}>
      <Stack gap="md">
        <Checkbox.Group label={words.flags} description={words.flagsHelp} {...form.getInputProps('autoPayoutFlags')}>
          <Stack gap="0.625rem" pt="0.625rem">
            {WITHDRAWAL_FLAGS.map((kind) => (
              <Checkbox key={kind} value={kind} label={WITHDRAWAL_FLAG_NAMES[kind]} />
            ))}
          </Stack>
        </Checkbox.Group>
        <FieldGrid width="18rem">
          {limit('autoPayoutUserLimit', words.autoPayoutUserLimit.placeholder)}
          {limit('autoPayoutDayLimit')}
        </FieldGrid>
      </Stack>
    </Section>
  );
}
