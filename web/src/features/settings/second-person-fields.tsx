import { Stack } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { Note } from '#ui/display/index.ts';
import { NumberField } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { SECOND_PERSON_LIMITS, type SettingsValues } from './changed-settings.ts';
import { copy } from './settings.copy.ts';

const words = copy.secondPerson;

/** The limits above which a second person must confirm. */
export function SecondPersonFields({ form }: { readonly form: UseFormReturnType<SettingsValues> }) {
  return (
    <Section title={words.title}>
      <Stack gap="md">
        <Note>{words.text}</Note>
        <FieldGrid width="22rem">
          {SECOND_PERSON_LIMITS.map((name) => (
            <NumberField
              key={name}
              label={words[name].label}
              description={words[name].help}
              placeholder={words.none}
              leftSection="₹"
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              min={1}
              {...form.getInputProps(name)}
            />
          ))}
        </FieldGrid>
      </Stack>
    </Section>
  );
}
