-- What did not go out is seen in lists, not on the ticket's page only.
alter table tickets add column is_unsent boolean not null default false;
comment on column tickets.is_unsent is 'A message of ours on its time line could not be sent, and was not sent since.';
create index messages_failed on messages (ticket_id) where state = 'failed';
create index tickets_unsent on tickets (id) where is_unsent;
with recursive up as (
  select distinct t.id, t.merged_into from messages m join tickets t on t.id = m.ticket_id where m.state = 'failed'
  union select t.id, t.merged_into from up join tickets t on t.id = up.merged_into)
update tickets set is_unsent = true where id in (select id from up);

-- Lists by subject: plain letters without their case, everything else by its code, so that it is compared here as everywhere.
create index tickets_subject_order on tickets (department_id, status, (lower(left(subject, 60) collate "C")) collate "C", id);
