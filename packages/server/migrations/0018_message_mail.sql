alter table messages add column mail jsonb;
comment on column messages.mail is 'Of mails only: subject, addresses and what else the time line shows; see messageMail in the contract.';

-- Who supervises may read a mail as it came, as in a workspace that is made today; nobody else may.
update user_level_modules m
set module_activity_code = m.module_activity_code || ',MAIL_SOURCE'
where m.module_code = 'TICKETS' and exists (
  select from user_level_modules s
  where s.user_level_id = m.user_level_id and s.module_code = 'MONITORING'
    and 'CONTROL' = any (string_to_array(s.module_activity_code, ',')) and s.is_active
);
