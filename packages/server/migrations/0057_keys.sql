-- Whose key it is: that secrets are sealed with, and that something was done with.
alter table audit_log add column api_key_id bigint references api_keys;
comment on column audit_log.api_key_id is 'The API key that did it in the name of user_id.';

create table key_proofs (
  sealed text primary key
);
comment on table key_proofs is 'What this database''s key can open: a start with another key is refused. Emptied, the next start makes its key the right one; what was sealed with the one before has to be entered again.';

-- A database from before proves its key by whatever it has sealed so far.
insert into key_proofs
  select sealed from (
    select value ->> 'sealed_password' as sealed from app_config where key = 'mail'
    union select sealed_access_token from messaging_accounts
    union select sealed_app_secret from messaging_accounts
    union select sealed_secret from webhooks
    union select secret #>> '{}' from mailboxes,
      jsonb_path_query(jsonb_build_array(imap, smtp),
        '$[*].auth.keyvalue() ? (@.key starts with "sealed_").value') as secret
  ) as known
  where sealed <> '';
