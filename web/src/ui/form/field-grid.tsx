import { Box, type MantineSpacing } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './form.module.css';

interface FieldGridProps {
  /** The minimum width of a field. */
  readonly width: string;
  /** `end`: the inputs stand in line although their descriptions differ in height. */
  readonly align?: 'end';
  readonly mb?: MantineSpacing;
  readonly children: ReactNode;
}

/** Fields side by side, as many as fit. */
export const FieldGrid = ({ width, align, mb = 0, children }: FieldGridProps) => (
  <Box mb={mb} className={classes['grid'] ?? ''} style={{ '--field-width': width, alignItems: align }}>
    {children}
  </Box>
);
