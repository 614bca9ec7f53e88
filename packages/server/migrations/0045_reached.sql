-- A mail that reached only some goes again to the others, and to nobody twice.
alter table mail_outbox add column reached text[] not null default '{}';
comment on column mail_outbox.reached is 'Addresses in lower case whose server took it, and did not send it back: it does not go there again.';
update mail_outbox set reached = array(
  select distinct lower(one->>'address')
  from jsonb_array_elements((recipients->'to') || (recipients->'cc') || (recipients->'bcc')) one)
where state = 'sent';

-- What reached only some is seen in lists as what reached nobody is.
create index messages_unsent on messages (ticket_id) where state = 'failed' or (state = 'sent' and failure is not null);
drop index messages_failed;
comment on column tickets.is_unsent is 'A message of ours on its time line did not reach everybody it was for, and was not sent since.';
