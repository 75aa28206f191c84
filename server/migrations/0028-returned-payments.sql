-- As before, except for a payment that the bank returned after COINS_PER_RUPEE had changed: its coins keep the worth that they
-- had when the user asked. Every other open withdrawal was requested at the present value.
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
