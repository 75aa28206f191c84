-- Evidence: every journal has its cause, and every cause its journal. The ledger check reads these views.

-- Filters by journal_id or user_id reach every part of the union, so only matching rows are read.
create or replace view journals_without_cause as
with uncorrected as not materialized (
  select * from journals j where not exists (select from ledger_corrections c where c.journal_id = j.id)
)
-- A reward or referral belongs to the conversion of its click and event. A reversed one has its coins in the reversal.
select j.id as journal_id, p.user_id, format('journal %s (%s %s): %s coins for user %s, its conversion %s', j.id, j.scope, j.key,
  coalesce(p.amount::text, 'no'), coalesce(p.user_id::text, '(none)'), case when c.id is null then 'does not exist'
    else format('says %s for user %s', case j.scope when 'reward' then coalesce(r.reward_coins, c.reward_coins) else coalesce(r.referral_coins, c.referral_coins) end,
      coalesce(case j.scope when 'reward' then c.user_id else c.referrer_user_id end::text, '(none)')) end) as message
from uncorrected j
left join postings p on p.journal_id = j.id and p.account = 'wallet'
left join conversions c on c.click_id = left(j.key, 26) and c.event_id::text = substr(j.key, 28)
left join conversion_reversals r on r.conversion_id = c.id
where j.scope in ('reward', 'referral') and (
  j.kind::text <> j.scope
  or p.amount is distinct from case j.scope when 'reward' then coalesce(r.reward_coins, c.reward_coins) else coalesce(r.referral_coins, c.referral_coins) end
  or p.user_id is distinct from case j.scope when 'reward' then c.user_id else c.referrer_user_id end
)
union all
select j.id, p.user_id, format('journal %s (offer-claim %s): %s coins for user %s, its approved claim %s', j.id, j.key,
  coalesce(p.amount::text, 'no'), coalesce(p.user_id::text, '(none)'),
  coalesce('says ' || coalesce(k.credited_coins, k.coins), 'does not exist'))
from uncorrected j
left join postings p on p.journal_id = j.id and p.account = 'wallet'
left join offer_claims k on k.user_id = p.user_id and k.status = 'approved' and j.key = k.offer_id || ':' || k.user_id
where j.scope = 'offer-claim' and (j.kind <> 'reward' or p.amount is distinct from coalesce(k.credited_coins, k.coins))
union all
select j.id, p.user_id, format('journal %s (reversal %s): takes %s coins from user %s, its reversed credit %s', j.id, j.key,
  coalesce((-p.amount)::text, 'no'), coalesce(p.user_id::text, '(none)'),
  coalesce('says ' || r.coins || ' from user ' || r.user_id, 'does not exist'))
from uncorrected j
left join postings p on p.journal_id = j.id and p.account = 'wallet'
left join reversed_credits r on r.journal_id = j.reverses and r.status = 'taken' and j.key = r.kind || ':' || r.journal_key
where j.scope = 'reversal' and (j.kind <> 'reversal' or p.amount is distinct from -r.coins or p.user_id is distinct from r.user_id)
union all
select j.id, p.user_id, format('journal %s (user-deletion %s): no deleted user has this id, or the wallet was not emptied', j.id, j.key)
from uncorrected j
left join postings p on p.journal_id = j.id and p.account = 'wallet'
left join users u on u.id = p.user_id and u.deleted_at is not null and j.key = u.id::text
where j.scope = 'user-deletion' and (j.kind <> 'forfeit' or u.id is null or p.balance_after <> 0)
union all
-- A withdrawal holds its coins, then settles or releases them. Each reversal by the bank adds a round.
select j.id, p.user_id, format('journal %s (%s %s): %s %s coins of user %s, %s', j.id, j.scope, j.key, j.kind,
  coalesce(abs(p.amount)::text, 'no'), coalesce(p.user_id::text, '(none)'),
  coalesce('its withdrawal is ' || w.status || ' and says ' || w.coins || ' of user ' || w.user_id, 'its withdrawal does not exist'))
from uncorrected j
left join postings p on p.journal_id = j.id and p.account = 'withdrawal_hold'
left join withdrawals w on w.id = split_part(j.key, '/', 1)
where j.scope in ('withdrawal-hold', 'withdrawal-resolution', 'withdrawal-reversal') and (
  p.user_id = w.user_id and p.amount = case j.scope when 'withdrawal-resolution' then -w.coins else w.coins end
  and case j.scope
    when 'withdrawal-hold' then j.kind = 'hold' and j.key = w.id
    when 'withdrawal-reversal' then j.kind = 'reversal' and j.key in (select w.id || '/' || n from generate_series(1, w.reversals) n)
    else (j.kind, w.status) in (('settle', 'completed'), ('release', 'rejected')) and j.key = w.id || coalesce('/' || nullif(w.reversals, 0), '')
      or j.kind = 'settle' and exists (select from journals u where u.reverses = j.id and u.scope = 'withdrawal-reversal')
  end
) is not true
union all
select j.id, p.user_id, format('journal %s (%s %s): %s coins for user %s without a known cause', j.id, j.scope, j.key,
  coalesce(p.amount::text, 'no'), coalesce(p.user_id::text, '(none)'))
from uncorrected j
left join postings p on p.journal_id = j.id and p.account = 'wallet'
where j.scope not in ('reward', 'referral', 'offer-claim', 'reversal', 'user-deletion', 'withdrawal-hold', 'withdrawal-resolution', 'withdrawal-reversal')
union all
select j.id, p.user_id, format('journal %s (%s %s): more than two postings', j.id, j.scope, j.key)
from postings p join uncorrected j on j.id = p.journal_id
where p.account = 'wallet' and p.line > 2;

-- `at` is null where no index serves it.
-- A payment that the bank returned after COINS_PER_RUPEE had changed keeps the worth of its coins when the user asked. Every other open withdrawal was requested at the present value.
create or replace view causes_without_journal as
select c.created_at as at, format('conversion %s (click %s, %s): %s reward and %s referral coins, but no journal of them', c.id, c.click_id,
  c.event_name, coalesce(r.reward_coins, c.reward_coins), coalesce(r.referral_coins, c.referral_coins)) as message
from conversions c
left join conversion_keys k on k.click_id = c.click_id and k.event_id = c.event_id and k.conversion_id = c.id
left join conversion_reversals r on r.conversion_id = c.id
left join journals j on j.scope = 'reward' and j.key = k.click_id || ':' || k.event_id
left join journals f on f.scope = 'referral' and f.key = k.click_id || ':' || k.event_id
where (coalesce(r.reward_coins, c.reward_coins) > 0 and j.id is null) or (coalesce(r.referral_coins, c.referral_coins) > 0 and f.id is null)
union all
select c.created_at, format('conversion %s is a manual payment, but no payment names it', c.id)
from conversions c
where c.source = 'manual' and not exists (select from manual_payments m where m.conversion_id = c.id)
union all
select null, format('manual payment %s (click %s): %s coins, its conversion %s', m.id, m.click_id, m.reward_coins,
  coalesce('says ' || coalesce(r.reward_coins, c.reward_coins), 'does not exist'))
from manual_payments m
left join conversions c on c.click_id = m.click_id and c.id = m.conversion_id
left join conversion_reversals r on r.conversion_id = c.id
where m.reward_coins is distinct from coalesce(r.reward_coins, c.reward_coins)
union all
select null, format('approved claim %s: %s coins, but no journal of them', k.id, coalesce(k.credited_coins, k.coins))
from offer_claims k left join journals j on j.scope = 'offer-claim' and j.key = k.offer_id || ':' || k.user_id
where k.status = 'approved' and j.id is null
union all
select null, format('reversed credit of journal %s: taken, but no journal reverses it', r.journal_id)
from reversed_credits r left join journals j on j.reverses = r.journal_id and j.scope = 'reversal'
where r.status = 'taken' and j.id is null
union all
select w.created_at, format('withdrawal %s (%s): %s', w.id, w.status,
  case when h.id is null then 'its coins were never held'
    when e.id is null and w.status in ('completed', 'rejected') then 'its coins are still held'
    when w.status <> 'completed' then format('%s coins are not worth its %s paise', w.coins, w.amount_paise)
    else 'completed without a paid attempt' end)
from withdrawals w
left join journals h on h.scope = 'withdrawal-hold' and h.key = w.id
left join journals e on e.scope = 'withdrawal-resolution' and e.key = w.id || coalesce('/' || nullif(w.reversals, 0), '')
left join payout_attempts a on a.id = w.last_attempt_id
left join books b on w.status in ('pending', 'processing', 'payment_failed') and not (w.reversals > 0 and w.created_at < b.since)
where h.id is null or (w.status in ('completed', 'rejected') and e.id is null) or (w.status = 'completed' and a.status is distinct from 'paid')
  or w.amount_paise * b.coins_per_rupee <> w.coins * 100
union all
select a.sending_at, format('payout attempt %s (%s, %s paise): %s', a.reference_id, a.status, a.amount_paise,
  coalesce('its withdrawal is ' || w.status || ' with ' || w.amount_paise || ' paise, or names another attempt or destination',
    'its withdrawal does not exist'))
from payout_attempts a
left join withdrawals w on w.id = a.payable_id
where a.status not in ('not_paid', 'refused', 'not_sent') and (
  w.last_attempt_id = a.id and w.amount_paise = a.amount_paise
  and (w.upi_id, w.account_number, w.ifsc_code) is not distinct from (a.upi_id, a.account_number, a.ifsc_code)
  and w.status = case a.status when 'paid' then 'completed' else 'processing' end
) is not true;

comment on view journals_without_cause is 'Journals whose cause is missing or differs.';
comment on view causes_without_journal is 'Causes without their journal, and payments without a withdrawal that holds their coins.';
