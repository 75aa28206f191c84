import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { ErrorLine } from '#ui/states/index.ts';
import { copy } from './networks.copy.ts';
import { networkChoicesQuery } from './networks.queries.ts';

/** The field that names a network, or none. An archived one is offered only while it is the value. */
export function NetworkSelect({
  value = '',
  ...rest
}: Omit<NativeSelectProps, 'data' | 'value'> & { readonly value?: string }) {
  const query = useQuery(networkChoicesQuery);
  const networks = query.data?.networks ?? [];
  const options = networks
    .filter(({ _id, isArchived }) => !isArchived || _id === value)
    .map(({ _id, name, isArchived }) => ({ value: _id, label: isArchived ? copy.choice.archived(name) : name }));
  const isKnown = value === '' || options.some((option) => option.value === value);
  return (
    <>
      <NativeSelect
        {...rest}
        value={value}
        data={[
          { value: '', label: copy.choice.none },
          ...options,
          ...(isKnown ? [] : [{ value, label: query.data ? value : copy.choice.loading }]),
        ]}
      />
      <ErrorLine text={copy.failed} query={query} />
    </>
  );
}
