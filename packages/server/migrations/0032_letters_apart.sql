-- A mailbox leaves letters waiting by the hundred thousand: whoever routes chats and calls must not read past them.
drop index conversations_waiting;
create index conversations_waiting on conversations (department_id, media_id, waiting_since) where status in ('waiting', 'offered');
