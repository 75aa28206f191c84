import type { Paise } from '@muneem/contract/money';
import { expect, test } from 'vitest';
import { columnsOf, rowColumns } from '#platform/database/index.ts';

interface Item {
  readonly id: string;
  readonly at: Date;
  readonly words: string | null;
}

test('maps each value to its column', () => {
  const at = new Date(0);
  const columns = columnsOf<'test_clicks', Item>('test_clicks', {
    createdAt: (item) => item.at,
    id: (item) => item.id,
  });
  expect(columns.names).toBe('created_at, id');
  expect(columns.namesIn('c')).toBe('c.created_at, c.id');
  expect(columns.parameters(3)).toBe('$3::timestamptz[], $4::text[]');
  const items = [{ id: 'a', at, words: null }];
  expect(columns.valuesOf(items)).toEqual([[at], ['a']]);
  const { text, values } = columns.unnest(items, 'c');
  expect(text).toBe('unnest($1::timestamptz[], $2::text[]) as c (created_at, id)');
  expect(values).toEqual([[at], ['a']]);
});

test('does not compile with a wrong column or type, a null, or a generated column', () => {
  columnsOf<'test_clicks', Item>('test_clicks', {
    // @ts-expect-error the column does not exist
    madeAt: (item) => item.at,
    // @ts-expect-error a text in a timestamptz
    createdAt: (item) => item.id,
    // @ts-expect-error the column is not null
    madeBy: (item) => item.words,
  });
  columnsOf<'conversions', { readonly paise: Paise }>('conversions', {
    // @ts-expect-error the database fills it
    totalPayoutPaise: (item) => item.paise,
  });
});

test('lists every column of a row except those that it leaves out', () => {
  expect(rowColumns('event_day_counts').names).toBe('event_id, day, approved');
  const columns = rowColumns('event_day_counts', ['approved']);
  expect(columns.valuesOf([{ eventId: 1, day: '2026-11-28' }])).toEqual([[1], ['2026-11-28']]);
  // @ts-expect-error the row has no event
  expect(columns.valuesOf([{ day: '2026-11-28' }])).toEqual([[undefined], ['2026-11-28']]);
});
