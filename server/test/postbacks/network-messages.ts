/** Parameters that ad networks and offer walls document, with values that mean yes and values that mean no. */
interface Dialect {
  readonly network: string;
  /** Sent with each message. They say nothing about a state. */
  readonly plain: string;
  /** Also an empty text: the plain message is a yes. */
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const DIALECTS: readonly Dialect[] = [
  {
    network: 'offer wall with points',
    plain: 'tx_id=9f2c&point_value=250&usd_value=1.20&offer_title=Level%2010&offer_id=77',
    yes: ['', 'status=1', 'status=approved', 'test=0', 'is_chargeback=0'],
    no: [
      'status=0',
      'status=2',
      'status=-1',
      'point_value=-250',
      'usd_value=-1.20',
      'is_chargeback=1',
      'state=reversed',
    ],
  },
  {
    network: 'survey router',
    plain: 'trans_id=a1b2&amount_local=120&amount_usd=1.44&subid_1=x&subid_2=y&ip_click=203.0.113.7&loi=12',
    yes: ['', 'status=1&type=complete', 'type=complete', 'debug=0'],
    no: [
      'status=2&type=complete',
      'status=2',
      'type=out',
      'type=canceled',
      'amount_local=-120',
      'status=1&type=reversal',
    ],
  },
  {
    network: 'survey panel',
    plain: 'uid=u1&tx=44ab&val=80&raw=0.8&ref=R9&country=IN',
    yes: ['', 'type=COMPLETE', 'state=1', 'test=false', 'debug=no'],
    no: [
      'type=RECONCILIATION',
      'type=SCREENOUT',
      'reconciliation=1',
      'val=-80',
      'raw=-0.8',
      'state=0',
      'debug=yes',
      'test=1',
    ],
  },
  {
    network: 'performance tracker',
    plain: 'aff_sub=abc&goal_id=4&payout=12.50&currency=INR&datetime=2026-11-01%2010%3A00%3A00',
    yes: ['', 'status=approved', 'conversion_status=approved', 'payout=0', 'ran=8812', 'goal_name=install'],
    no: [
      'status=rejected',
      'status=pending',
      'status=trash',
      'conversion_status=declined',
      'Status=rejected',
      'STATUS=REJECTED',
      'conversionStatus=rejected',
      'conversion-status=hold',
      'payout=-12.50',
      'adjustment=1',
      'transaction_type=refund',
    ],
  },
  {
    network: 'affiliate platform',
    plain: 'clickid2=zz&goal=2&sum=30&afprice=25&action_id=991&sub1=a&sub2=b&sub8=h',
    yes: ['', 'status=1', 'status=confirmed', 'status=Confirmed'],
    no: [
      'status=2',
      'status=3',
      'status=5',
      'status=declined',
      'status=hold',
      'status=not_found',
      'sum=-30',
      'afprice=-25',
    ],
  },
  {
    network: 'mobile measurement',
    plain:
      'app_id=com.example.game&idfa=&gaid=38400000-8cf0-11bd-b23e-10b96e40000d&os_version=14&device_type=phone&city=Pune',
    yes: ['', 'event_name=install', 'environment=production', 'is_retargeting=false', 'postback_type=install'],
    no: [
      'is_fraud=1',
      'fraud=true',
      'fraud_reason=click_flood',
      'blocked=true',
      'blocked_reason=bots',
      'rejected=1',
      'rejection_reason=ctit_anomalies',
      'postback_type=rejected',
      'validation=&is_valid=false',
      'event_name=fraud_install',
    ],
  },
  {
    network: 'app reward wall',
    plain: 'user_id=u77&app_uuid=77a&sdk_hash=ee01&currency=Coins&coin_amount=40&sid=abc123def',
    yes: ['', 'event=install', 'task_type=level', 'reward_type=standard'],
    no: [
      'coin_amount=-40',
      'coin_amount=%E2%88%9240',
      'negative=1',
      'negative=true',
      'event=chargeback',
      'isReversal=true',
    ],
  },
  {
    network: 'JSON webhooks',
    plain: '{"id":"evt_1","created":1764300000,"amount":99}',
    yes: [
      '{"status":"approved"}',
      '{"success":true}',
      '{"data":{"status":"success"}}',
      '{"error":null,"success":true}',
    ],
    no: [
      '{"status":"rejected"}',
      '{"data":{"status":"rejected"}}',
      '{"data":{"conversion":{"status":"declined"}}}',
      '{"data":{"attributes":{"state":"void"}}}',
      '{"success":false}',
      '{"data":{"success":false}}',
      '{"approved":false}',
      '{"isApproved":0}',
      '{"status":null}',
      '{"status":""}',
      '{"status":[]}',
      '{"status":{}}',
      '{"status":{"code":2,"name":"rejected"}}',
      '{"conversions":[{"status":"approved"},{"status":"rejected"}]}',
      '{"amount":-99}',
      '{"data":{"payout":-1}}',
      '{"data":{"payout":"-1.00"}}',
      '{"type":"conversion.reversed"}',
      '{"type":"chargeback"}',
      '{"event_type":"refund.created"}',
      '{"test":true}',
      '{"meta":{"debug":true}}',
      '{"error":"duplicate lead"}',
      '{"errors":["ip mismatch"]}',
      '{"data":"{\\"status\\":\\"rejected\\"}"}',
    ],
  },
  {
    network: 'brackets and dots',
    plain: 'id=5&sig=2fd4e1c67a2d28fced849ee1bb76e7391b93eb12',
    yes: ['data[status]=approved', 'data.status=1', 'status[]=approved'],
    no: [
      'data[status]=rejected',
      'data[0][status]=rejected',
      'status[]=rejected',
      'status[0]=pending',
      'data.status=void',
      'conversion.state=2',
      'params[is_chargeback]=1',
      'data=%7B%22status%22%3A%22rejected%22%7D',
    ],
  },
];

/** Names and values that say no in every dialect. */
const EVERYWHERE: readonly string[] = [
  ...[
    'status',
    'Status',
    'lead_status',
    'orderStatus',
    'payment_state',
    'txn-status',
    'st%61tus',
    'event.status',
  ].flatMap((name) =>
    ['rejected', 'pending', '2', '-1', '0', '', '%7Bstatus%7D', 'unknown', 'a', 'null'].map(
      (value) => `${name}=${value}`,
    ),
  ),
  ...['success', 'approved', 'is_valid', 'isConfirmed', 'verified', 'accepted', 'billable'].flatMap((name) =>
    ['0', 'false', 'no', '', 'pending', 'rejected'].map((value) => `${name}=${value}`),
  ),
  ...[
    'chargeback',
    'is_chargeback',
    'reversal',
    'isReversed',
    'refund',
    'refunded',
    'void',
    'cancelled',
    'rejected',
    'negative',
    'hold',
  ].flatMap((name) => ['1', 'true', 'yes', '', 'maybe'].map((value) => `${name}=${value}`)),
  ...['payout', 'amount', 'revenue', 'reward', 'points', 'coins', 'x'].flatMap((name) =>
    ['-5', '-0.01', '%E2%88%925', '(5.00)', '5.00-', '-%E2%82%B95', '-5%20USD', 'INR-5'].map(
      (value) => `${name}=${value}`,
    ),
  ),
  ...['test', 'is_test', 'test_mode', 'debug', 'sandbox'].flatMap((name) =>
    ['1', 'true', 'yes', ''].map((value) => `${name}=${value}`),
  ),
  ...['type', 'event_type', 'transaction_type', 'postbackType', 'action'].flatMap((name) =>
    ['chargeback', 'reversal', 'refund', 'debit', ''].map((value) => `${name}=${value}`),
  ),
  'data=%7B%27status%27%3A%27rejected%27%7D',
  'data=%7Bstatus%3Arejected%7D',
  'data=%257B%2522status%2522%253A%2522rejected%2522%257D',
  'q=status%3Arejected',
  'q=lead%3A7%7Cstatus%3A%200',
  'x=%2572ejected',
  'points=negative%20100',
  'dup=1',
  'is_dupe=true',
  'data=eyJzdGF0dXMiOiJyZWplY3RlZCJ9',
  // The same in an array, and in several lines.
  'data=W3sic3RhdHVzIjoicmVqZWN0ZWQifV0%3D',
  'data=ewogICJzdGF0dXMiOiAicmVqZWN0ZWQiCn0%3D',
  'data=%7Bstatus%3Drejected%2C%20id%3D5%7D',
  'data=%7B%0A%27status%27%3A%20%27rejected%27%7D',
  'data=%3Cstatus%3Erejected%3C%2Fstatus%3E',
  'data=lead%3A7%2Cstatus%3A0',
  'data=a%3D1%2Cstatus%3Drejected',
  'data=a%3D1%0D%0Astatus%3Drejected',
  'data=a%3A1%3A%7Bs%3A6%3A%22status%22%3Bi%3A0%3B%7D',
  'data=%5B%7B%22key%22%3A%22status%22%2C%22value%22%3A2%7D%5D',
  'is_real=0',
  'reviewed=false',
  'estado=rechazado',
  'repeat=1',
  'dedupe=1',
  'live=0',
  'production=false',
  'not_approved=1',
  'do_not_pay=1',
  'dontCredit=true',
  'no_reward=yes',
  'unapproved=true',
  'disapproved=1',
  'notvalid=1',
  'note=chargeback',
  'reason=rejected',
  'info=REFUNDED',
  'status=approved&Status=rejected',
  'status=approved&conversion_status=pending',
  'success=1&status=2',
  'status=1&payout=-1',
];

const and = (plain: string, more: string): string => (more === '' ? plain : `${plain}&${more}`);
const withJson = (plain: string, more: string): string =>
  JSON.stringify({ ...(JSON.parse(plain) as object), ...(JSON.parse(more) as object) });
const messages = (of: 'yes' | 'no'): string[] =>
  DIALECTS.flatMap(({ plain, ...said }) =>
    said[of].map((more) => (plain.startsWith('{') ? withJson(plain, more) : and(plain, more))),
  );

/** Messages of which none may pay: query strings, and JSON objects. */
export const NO_MESSAGES: readonly string[] = [...messages('no'), ...EVERYWHERE];

/** Messages that pay. */
export const YES_MESSAGES: readonly string[] = [
  ...DIALECTS.map(({ plain }) => plain),
  ...messages('yes'),
  'payout=5&lat=-33.86&lng=-70.2&tz=-5',
  'sub1=rejected&p2=-1&aff_sub=test',
  'campaign=Test%20drive&creative=status-symbol&latest=1&contest=3&estate=flat',
  'approved_at=2026-11-01&paid_amount=5&valid_until=2027-01-01',
  'type=install&action=install&event=default',
  'data=%5B%7B%22key%22%3A%22install%22%2C%22value%22%3A5%7D%5D&goal=%7B%22name%22%3A%22Refund%20tool%22%2C%22value%22%3A5%7D&order_no=17&no_of_rewards=3&note_payment=5',
  'live=1&live_id=0&mac=aa:bb:cc:dd:ee:ff&at=10:30:00&ip=2001:db8::1&title=100%25%2520free&sub_source=%7Bsource%7D',
  'agent=Mozilla%2F5.0%20(Windows%20NT%2010.0;%20Win64;%20rv:109.0)%20Gecko',
  'uuid=-not-a-number&hash=a-5&ref=2026-11-28',
];
