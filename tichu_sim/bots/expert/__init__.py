"""`expert`: plans its hand, knows its partner, and fights the opponents' calls.

One file a subject: `parameters`, what can be tuned; `outlook`, what is known of the hidden cards;
`plan`, how the hand splits; `calls`, `exchange`, `lead` and `follow`, the answers.
"""
