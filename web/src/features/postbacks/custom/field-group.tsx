import { Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

export function FieldGroup({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <Stack component="fieldset" gap="sm" miw={0} m={0} p={0} bd={0}>
      <Text component="legend" mb="xs" p={0} fw={600}>
        {title}
      </Text>
      {children}
    </Stack>
  );
}
