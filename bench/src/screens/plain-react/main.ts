/// <reference lib="dom" />
import { createElement as element, useEffect, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';

/** The limit of a screen: React alone fetches and draws the same rows, without styles, router, cache or navigation. */
type Row = Readonly<Record<'uid' | 'name' | 'email' | 'phone' | 'gender' | 'coins' | 'createdAt', string>>;

const COLUMNS = ['name', 'email', 'phone', 'gender', 'coins', 'createdAt'] as const;

const { token } = JSON.parse(localStorage.getItem('adminAuthToken') ?? '{}') as { token?: string };

function Users(): ReactNode {
  const [users, setUsers] = useState<readonly Row[]>([]);
  useEffect(() => {
    void fetch('/api/users?page=1&limit=50', { headers: { authorization: `Bearer ${token}` } })
      .then((answer) => answer.json())
      .then(({ users: rows }: { users: readonly Row[] }) => setUsers(rows));
  }, []);
  const rows = users.map((user) =>
    element(
      'tr',
      { key: user.uid, 'data-row': true },
      COLUMNS.map((column) => element('td', { key: column }, user[column])),
    ),
  );
  return element('table', null, element('tbody', null, rows));
}

function SignIn(): ReactNode {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const field = (type: string, value: string, set: (value: string) => void): ReactNode =>
    element('input', { type, value, placeholder: type, onChange: ({ target }) => set(target.value) });
  return element(
    'form',
    null,
    element('h1', null, 'Sign in'),
    field('email', email, setEmail),
    field('password', password, setPassword),
    element('button', null, 'Continue'),
  );
}

createRoot(document.querySelector('#root')!).render(element(location.pathname === '/login' ? SignIn : Users));
