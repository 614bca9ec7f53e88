-- Where a customer's case stands, whether they write or call.
create index conversations_customer on conversations (customer_id, id desc);
