-- What the agents' dashboard needs of calls and chats stands in the index: it reads a month of them for everybody.
create index conversation_legs_held on conversation_legs (user_id, began_at) include (id, ended_at, conversation_id);
drop index conversation_legs_user;
create index calls_held on calls (user_id, answered_at) include (id, ended_at, media_id) where answered_at is not null;
drop index calls_user_answered;
