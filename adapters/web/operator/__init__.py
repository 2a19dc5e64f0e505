"""The operator's page: interviews, what models were asked, figures, who may come in. Behind a key of its own."""
