import { Box, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form.module.css';

interface FieldGridProps {
  /** The minimum width of a field. */
  readonly width: string;
  readonly mb?: MantineSpacing;
  readonly children: ReactNode;
}

/** Fields side by side, as many as fit. An error below one of them moves no label. */
export const FieldGrid = ({ width, mb = 0, children }: FieldGridProps) => (
  <Box mb={mb} className={classes['grid'] ?? ''} style={{ '--field-width': width }}>
    {children}
  </Box>
);
