// This room is still empty.
