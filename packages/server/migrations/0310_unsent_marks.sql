-- What waits to be sent is marked in lists, as what could not be sent is.
alter table tickets add column sends_at timestamptz(3);
comment on column tickets.sends_at is 'When the next scheduled reply goes out; null: none is scheduled.';
comment on column tickets.is_unsent is 'Something of ours on its time line failed, reached only some, or is being tried again.';
drop index tickets_unsent;
create index tickets_unsent on tickets (id) where is_unsent or sends_at is not null;

create index messages_not_sent on messages (ticket_id)
  where state = 'failed' or (state in ('sent', 'queued') and failure is not null);
drop index messages_unsent;

create index ticket_drafts_user on ticket_drafts (user_id, updated_at);

update tickets t set sends_at = s.at from (
  select ticket_id, min(next_try_at) as at from scheduled_replies where state = 'queued' group by ticket_id) s
where t.id = s.ticket_id and t.merged_into is null;
