-- How long things are kept stands in one place; what was said before is taken over.
insert into app_config (key, value)
  select 'retention', jsonb_build_object('tickets', value) from app_config where key = 'ticket_keep_days';
insert into app_config (key, value)
  select 'retention', jsonb_build_object('audit', value) from app_config where key = 'audit_keep_days'
  on conflict (key) do update set value = app_config.value || excluded.value;
delete from app_config where key in ('ticket_keep_days', 'audit_keep_days');

-- What is over is found without a look at all there is.
create index files_kept on files (created_at) where message_id is not null;
create index mails_kept on mails (arrived_at) where state = 'done';
