import ReelCommands

ReelCommand.main()
