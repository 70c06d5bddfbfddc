/* Empty: the embedder's callbacks print nothing. */
