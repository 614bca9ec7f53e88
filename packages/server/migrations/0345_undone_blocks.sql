alter table blocks add column removed_at timestamptz(3);
comment on column blocks.removed_at is 'Since when nothing is refused any more. Kept for a day, so that this can be undone with all that it has refused.';
alter table blocks drop constraint blocks_kind_value_account_id_key;
create unique index blocks_target on blocks (kind, value, account_id) nulls not distinct where removed_at is null;
