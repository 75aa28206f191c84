import { READY_DIALECTS, STATUS_MEANINGS } from '@muneem/contract/networks';
import { Alert, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { FieldGrid } from '#ui/form/index.ts';
import { Note } from '#ui/display/index.ts';
import { dialectToValues } from './dialect-form.ts';
import type { NetworkForm } from './network-form.ts';
import { copy } from './networks.copy.ts';

const words = copy.dialect;

interface DialectFieldsProps {
  readonly form: NetworkForm;
  /** Values of the saved dialect that pay what the general rules refuse. */
  readonly warnings: readonly string[];
}

/** The words of the network's postbacks, typed or taken from a ready dialect. */
export function DialectFields({ form, warnings }: DialectFieldsProps) {
  const take = (name: string): void => {
    const ready = READY_DIALECTS.find((each) => each.name === name);
    if (ready) form.setValues({ dialect: dialectToValues(ready.dialect), payoutParam: ready.payoutParam });
  };
  return (
    <Stack component="fieldset" gap="sm" miw={0} m={0} p={0} bd={0}>
      <Text component="legend" p={0} fw={600}>
        {words.title}
      </Text>
      <Note>{words.hint}</Note>
      <NativeSelect
        label={words.ready}
        value=""
        data={[{ value: '', label: words.choose }, ...READY_DIALECTS.map(({ name }) => name)]}
        onChange={(event) => take(event.currentTarget.value)}
      />
      <FieldGrid width="16rem">
        {(['clickIdParam', 'statusParam', ...STATUS_MEANINGS] as const).map((name) => (
          <TextInput
            key={name}
            label={words.fields[name]}
            description={words.hints[name]}
            autoComplete="off"
            spellCheck={false}
            {...form.getInputProps(`dialect.${name}`)}
          />
        ))}
      </FieldGrid>
      {warnings.length > 0 && (
        <Alert color="yellow" role="status" p="xs" title={words.risk}>
          <ul>
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      )}
    </Stack>
  );
}
