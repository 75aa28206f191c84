import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Part } from '#ui/display/index.ts';
import { WindowFoot } from '#ui/form/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { CodeForm, type CodeFormProps } from './code-form.tsx';
import { copy } from './settings.copy.ts';
import classes from './settings.module.css';
import { useAskForCode, useIsCalling } from './use-settings-code.ts';

const words = copy.otp;

interface OtpModalProps extends Omit<CodeFormProps, 'sentTo'> {
  readonly lines: readonly { name: string; before: string; after: string }[];
}

/** Shows the changes, then asks for the emailed code that confirms exactly these changes. */
export function OtpModal(props: OtpModalProps) {
  const { change, madeOn, lines, onClose, onRefused } = props;
  const [sentTo, setSentTo] = useState<string>();
  const send = useAskForCode(change, madeOn);
  const isCalling = useIsCalling();
  return (
    <ModalWindow onClose={onClose} title={words.title} closeOnClickOutside={false} isLocked={isCalling}>
      <Stack gap="md">
        <Part title={words.change}>
          <ul className={classes['changes']}>
            {lines.map(({ name, before, after }) => (
              <li key={name}>
                <strong>{name}</strong>: {before} → {after === before ? `${after} ${copy.changed}` : after}
              </li>
            ))}
          </ul>
        </Part>
        {sentTo === undefined ? (
          <>
            <Text fz="xs" c="dimmed">
              {words.review}
            </Text>
            <WindowFoot onClose={onClose} close={words.cancel} disabled={isCalling}>
              <Button
                data-autofocus
                aria-busy={isCalling}
                disabled={isCalling}
                onClick={() => send.mutate(undefined, { onSuccess: setSentTo, onError: onRefused })}
              >
                {isCalling ? words.sending : words.send}
              </Button>
            </WindowFoot>
          </>
        ) : (
          <CodeForm {...props} sentTo={sentTo} />
        )}
      </Stack>
    </ModalWindow>
  );
}
