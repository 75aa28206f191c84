import { SAMPLE_MACROS, type CustomPostback } from '@muneem/contract/custom-postbacks';
import { CUSTOM_POSTBACK_MACROS } from '@muneem/contract/postbacks';
import { Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#lib/api-error.ts';
import { formatDuration } from '#lib/format.ts';
import { FactList, Note, StatusBadge } from '#ui/display/index.ts';
import { FieldGrid, FormError, WindowFoot } from '#ui/form/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { Raw } from '../raw.tsx';
import { copy } from './custom-postbacks.copy.ts';
import type { PostbackTest } from './use-test-postback.ts';

const words = copy.testing;

interface TestResultModalProps {
  readonly test: PostbackTest;
  readonly onActivate: (postback: CustomPostback) => void;
}

/** The result of one request with sample values. */
export function TestResultModal({ test, onActivate }: TestResultModalProps) {
  const { postback } = test;
  if (postback === undefined) return null;
  return (
    <ModalWindow onClose={test.close} title={words.title} size="lg">
      <Result key={postback._id} test={test} postback={postback} onActivate={onActivate} />
    </ModalWindow>
  );
}

interface ResultProps extends TestResultModalProps {
  readonly postback: CustomPostback;
}

function Result({ test, postback, onActivate }: ResultProps) {
  const [values, setValues] = useState<Readonly<Record<string, string>>>({});
  const { companyName, eventName } = postback;
  const entered = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return (
    <Stack gap="md">
      <Note>
        {words.of(companyName, eventName)}. {words.uncounted}
      </Note>
      <div role="status">
        <Outcome test={test} postback={postback} />
      </div>
      <SampleValues postback={postback} values={values} onChange={setValues} />
      <WindowFoot onClose={test.close}>
        {test.answer?.testResult.success === true && postback.status !== 'active' && (
          <Button
            variant="default"
            onClick={() => {
              onActivate(postback);
              test.close();
            }}
          >
            {words.activate}
          </Button>
        )}
        <Button
          aria-disabled={test.isRunning}
          onClick={() => test.run(postback, Object.keys(entered).length > 0 ? entered : undefined)}
        >
          {words.again}
        </Button>
      </WindowFoot>
    </Stack>
  );
}

function Outcome({ test, postback }: { readonly test: PostbackTest; readonly postback: CustomPostback }) {
  if (test.isRunning) {
    return (
      <Group gap="xs" mih="2.5rem">
        <Loader size="xs" aria-hidden /> {words.running(formatDuration(postback.timeout))}
      </Group>
    );
  }
  if (test.answer === undefined) {
    return <FormError message={test.error ? errorText(test.error, words.requestFailed) : undefined} />;
  }
  const { testUrl, testResult: result } = test.answer;
  return (
    <Stack gap="md">
      <FactList
        look="narrow"
        facts={[
          [
            words.title,
            <StatusBadge
              key="v"
              label={result.success ? words.succeeded : words.failed}
              color={result.success ? 'green' : 'red'}
            />,
          ],
          [words.statusCode, result.statusCode ?? words.noAnswer],
          [words.responseTime, formatDuration(result.responseTime)],
        ]}
      />
      {result.error !== null && <FormError message={`${words.error}: ${result.error}`} />}
      <div>
        <Text component="h4" fz="sm" fw={600} c="dimmed" mb={6}>
          {words.url}
        </Text>
        <Raw label={words.url} text={testUrl} what="test URL" />
      </div>
      <div>
        <Text component="h4" fz="sm" fw={600} c="dimmed" mb={6}>
          {words.response}
        </Text>
        {result.response === '' ? (
          <Note>{words.emptyResponse}</Note>
        ) : (
          <Raw label={words.response} text={result.response} />
        )}
      </div>
    </Stack>
  );
}

interface SampleValuesProps {
  readonly postback: CustomPostback;
  readonly values: Readonly<Record<string, string>>;
  readonly onChange: (values: Readonly<Record<string, string>>) => void;
}

function SampleValues({ postback, values, onChange }: SampleValuesProps) {
  const template = `${postback.postbackUrl} ${postback.bodyTemplate}`;
  const used = CUSTOM_POSTBACK_MACROS.filter((macro) => template.includes(`{${macro}}`));
  if (used.length === 0) return null;
  return (
    <details>
      <summary>{words.values}</summary>
      <Note my="xs">{words.valuesHelp}</Note>
      <FieldGrid width="13rem">
        {used.map((macro) => (
          <TextInput
            key={macro}
            label={`{${macro}}`}
            placeholder={SAMPLE_MACROS[macro]}
            maxLength={500}
            autoComplete="off"
            value={values[macro] ?? ''}
            onChange={(event) => onChange({ ...values, [macro]: event.currentTarget.value })}
          />
        ))}
      </FieldGrid>
    </details>
  );
}
