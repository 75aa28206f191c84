import { Button, Group, Stack, Text } from '@mantine/core';
import { CopyButton } from '#ui/display/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './account.copy.ts';
import classes from './account.module.css';

const words = copy.recovery;

/** Shown once. Only its button closes it, so that a stray click does not lose the codes. */
export function RecoveryCodesModal({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const text = codes.join('\n');
  return (
    <ModalWindow onClose={onClose} title={words.title} closeOnClickOutside={false} isLocked>
      <Stack gap="md">
        <Text maw="44rem" mb="sm" c="dimmed">
          {words.text}
        </Text>
        <ol className={classes['codes']}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <Group justify="space-between" gap="sm">
          <Group gap="xs">
            <CopyButton value={text} what="recovery codes" />
            <Button
              variant="default"
              renderRoot={({ children, ...props }) => (
                <a
                  download="recovery-codes.txt"
                  href={`data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`}
                  {...props}
                >
                  {children}
                </a>
              )}
            >
              {words.save}
            </Button>
          </Group>
          <Button onClick={onClose} data-autofocus>
            {words.done}
          </Button>
        </Group>
      </Stack>
    </ModalWindow>
  );
}
