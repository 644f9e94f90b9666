-- Where the shop mails that an order can be shipped; empty for nowhere.
ALTER TABLE store ADD COLUMN order_recipient text NOT NULL DEFAULT '';
