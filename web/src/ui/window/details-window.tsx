import { Stack, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { WindowFoot } from '#ui/form/index.ts';
import { Loaded, type LoadedProps } from '#ui/states/index.ts';
import classes from './details-window.module.css';
import { ModalWindow } from './window.tsx';

interface DetailsWindowProps<Data> extends Omit<LoadedProps<Data>, 'failed' | 'missing'>, Pick<ModalProps, 'size'> {
  /** `missing`: instead of `failed`, if there is no such record. */
  readonly words: { readonly title: string; readonly failed: string; readonly missing?: string };
  readonly onKeyDown?: ModalProps['onKeyDown'];
  readonly onClose: () => void;
  /** At the start of the foot. */
  readonly start?: ReactNode;
  /** The last button of the foot. */
  readonly action?: ReactNode;
}

/** One record in full. It has its own URL. */
export function DetailsWindow<Data>(props: DetailsWindowProps<Data>) {
  const { words, size = 'xl', onKeyDown, onClose, start, action, ...loaded } = props;
  const missing = words.missing === undefined ? undefined : { text: words.missing };
  return (
    <ModalWindow inUrl onClose={onClose} title={words.title} size={size} onKeyDown={onKeyDown}>
      <Stack gap="lg">
        <Loaded failed={words.failed} missing={missing} {...loaded} />
        <WindowFoot className={classes['foot']} onClose={onClose} start={start}>
          {action}
        </WindowFoot>
      </Stack>
    </ModalWindow>
  );
}
