-- Where the password of a waiting sign-in was given. Guesses from elsewhere have a small budget of their own, so that
-- somebody who knows nothing but an address cannot use up the guesses of its owner. Null: a sign-in from before.
alter table sign_in_challenges
  add column network text,
  add column foreign_attempts integer not null default 0 check (foreign_attempts between 0 and 2);
