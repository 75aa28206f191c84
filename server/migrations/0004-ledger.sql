-- Ledger: double entry in coins. The operator's balances (rewards issued, paid out, held, forfeited) are sums of
-- postings, so no credit updates a shared row.
create type ledger_account as enum ('wallet', 'withdrawal_hold', 'rewards_issue', 'paid_out', 'forfeited');
create type journal_kind as enum ('reward', 'referral', 'hold', 'settle', 'release', 'reversal', 'forfeit');

create table books (
  only_row boolean primary key default true check (only_row),
  coins_per_rupee integer not null check (coins_per_rupee > 0),
  since timestamptz not null
);
comment on table books is 'One row: how many coins are worth a rupee. The first start on a database stores it.';

-- Half of each page stays free: a balance update then stays on its page and changes no index.
create table wallets (
  user_id bigint primary key,
  balance bigint not null default 0 constraint wallet_not_negative check (balance >= 0),
  sequence bigint not null default 0 check (sequence >= 0)
) with (fillfactor = 50);
comment on table wallets is 'The coins of each user. Only postings move a wallet.';

create table journals (
  id bigint generated always as identity primary key,
  scope text not null,
  key text not null,
  kind journal_kind not null,
  -- 128 bits of SHA-256 over kind, reverses and postings: tells a repeat from another request under the same key.
  request_hash uuid not null,
  -- The journal that this one undoes (reversal) or resolves (settle, release of a hold). Each at most once.
  reverses bigint,
  actor_kind text not null,
  actor_id text not null,
  actor_name text not null,
  reason text,
  created_at timestamptz not null default now(),
  constraint journal_once unique (scope, key),
  constraint journal_names_its_cause check ((kind in ('settle', 'release', 'reversal')) = (reverses is not null)),
  constraint journal_comes_after_its_cause check (reverses < id)
);
comment on table journals is 'Each movement of coins: one effect per (scope, key). Append-only.';

create table postings (
  journal_id bigint not null,
  -- From 1, without gaps. The first line is inserted with the journal, so no line can be added later.
  line smallint not null check (line >= 1),
  account ledger_account not null,
  user_id bigint,
  -- Positive: into the account.
  amount bigint not null check (amount <> 0),
  balance_after bigint constraint wallet_not_negative_after check (balance_after >= 0),
  sequence bigint check (sequence >= 1),
  primary key (journal_id, line),
  constraint posting_of_a_user check ((account in ('wallet', 'withdrawal_hold')) = (user_id is not null)),
  constraint posting_of_a_wallet check ((account = 'wallet') = (balance_after is not null) and (account = 'wallet') = (sequence is not null))
);
comment on table postings is 'The lines of a journal. They sum to 0. A wallet''s lines have a sequence without gaps and the balance after each. Append-only.';

create table ledger_checks (
  only_row boolean primary key default true check (only_row),
  breaches jsonb not null default '[]',
  -- Start of the payout stop. Null: payouts run.
  breached_at timestamptz,
  checked_at timestamptz not null,
  full_checked_at timestamptz
);
comment on table ledger_checks is 'One row: the result of the last ledger check. Every instance reads it before it pays out.';

create table ledger_corrections (
  journal_id bigint primary key,
  reason text not null check (reason <> ''),
  corrected_at timestamptz not null
);
comment on table ledger_corrections is 'Journals that an operator has explained. The correction is their cause. Append-only.';

create unique index journal_resolved_once on journals (reverses) where reverses is not null;
create unique index wallet_entries on postings (user_id, sequence) where account = 'wallet';
-- Lists users by coins.
create index wallets_balance on wallets (balance desc, user_id desc);
create index held_coins on postings (user_id) include (amount) where account = 'withdrawal_hold';
