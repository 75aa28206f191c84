/// <reference lib="dom" />
import { ActionIcon, AppShell, Avatar, Button, Group, MantineProvider, NavLink, Pagination } from '@mantine/core';
import { Table, Text, TextInput, Title } from '@mantine/core';
import { IconEye, IconTrash } from '@tabler/icons-react';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, Link, Outlet, RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';

/**
 * The limit that the product's libraries set: they fetch the same users and draw a bar, a toolbar and the rows that fit
 * on the screen, as their guides say. No code of the product, no check of answers, no session.
 */
type Row = Readonly<Record<'uid' | 'name' | 'email' | 'phone' | 'gender' | 'coins' | 'createdAt', string>>;

const COLUMNS = ['email', 'phone', 'gender', 'coins', 'createdAt'] as const;
const SCREENS = ['Dashboard', 'Users', 'Offers', 'Withdrawals', 'Manual Pay', 'Support', 'Reports', 'Settings'];
const ROWS = 20;

const { token } = JSON.parse(localStorage.getItem('adminAuthToken') ?? '{}') as { token?: string };

const client = new QueryClient();
const USERS = {
  queryKey: ['users'],
  queryFn: async (): Promise<readonly Row[]> => {
    const answer = await fetch('/api/users?page=1&limit=50', { headers: { authorization: `Bearer ${token}` } });
    return ((await answer.json()) as { users: readonly Row[] }).users;
  },
};

const Shell = () => (
  <AppShell header={{ height: 48 }}>
    <AppShell.Header>
      <Group wrap="nowrap">
        <Title order={4}>Muneem</Title>
        {SCREENS.map((label) => (
          <NavLink key={label} label={label} component={Link} to="/users" />
        ))}
        <Button variant="subtle">Admin</Button>
      </Group>
    </AppShell.Header>
    <AppShell.Main>
      <Outlet />
    </AppShell.Main>
  </AppShell>
);

function Users() {
  const { data = [] } = useQuery(USERS);
  return (
    <>
      <Group>
        <Title order={2}>Users</Title>
        <Button>Export</Button>
        <TextInput aria-label="Search" />
      </Group>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {['Name', ...COLUMNS, 'Actions'].map((title) => (
              <Table.Th key={title}>{title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.slice(0, ROWS).map((user) => (
            <UserRow key={user.uid} user={user} />
          ))}
        </Table.Tbody>
      </Table>
      <Pagination total={100} />
    </>
  );
}

const UserRow = ({ user }: { readonly user: Row }) => (
  <Table.Tr data-row>
    <Table.Td>
      <Group gap="xs">
        <Avatar name={user.name} />
        <Text>{user.name}</Text>
      </Group>
    </Table.Td>
    {COLUMNS.map((column) => (
      <Table.Td key={column}>{user[column]}</Table.Td>
    ))}
    <Table.Td>
      <ActionIcon aria-label="Show">
        <IconEye />
      </ActionIcon>
      <ActionIcon aria-label="Delete">
        <IconTrash />
      </ActionIcon>
    </Table.Td>
  </Table.Tr>
);

const root = createRootRoute({ component: Shell });
const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  loader: () => void client.prefetchQuery(USERS),
  component: Users,
});
const router = createRouter({ routeTree: root.addChildren([users]) });

createRoot(document.querySelector('#root')!).render(
  <QueryClientProvider client={client}>
    <MantineProvider>
      <RouterProvider router={router as never} />
    </MantineProvider>
  </QueryClientProvider>,
);
