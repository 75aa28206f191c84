-- Lists users by coins. Without it each page reads all wallets.
create index wallets_balance on wallets (balance desc, user_id desc) where balance > 0;
