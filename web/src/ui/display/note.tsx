import { Text, type TextProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface NoteProps extends TextProps {
  readonly role?: 'status' | 'alert';
  readonly children: ReactNode;
}

/** Small, dimmed text that explains or adds to what stands beside it. */
export const Note = (props: NoteProps) => <Text fz="sm" c="dimmed" {...props} />;
