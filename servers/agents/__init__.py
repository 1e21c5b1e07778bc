"""The server for coding agents, which offers public functions as tools (Model Context Protocol).

The modules in import order; each imports only modules above it:

`tool_reply`      the answer of a tool: a status, a text of limited length, and the next step
`readable_folder` the texts and files that the arguments of a tool name, and limits on their size
`tool_request`    the base class of the arguments of all tools
`model_tools`     tools about PDDL: lint, check, validate
`puzzle_tools`    tools about puzzles and PDDL: search_catalog, generate, solve, why, explore
`question_tools`  tools about questions with proven answers: pose, score
`tool_registry`   the tools by name, and their descriptions
`call_process`    the child process that makes the calls of tools, one after the other
`call_runner`     the parent's side: calls with limits, progress and cancellation
`resources`       the catalog, notes and documentation as resources
`server`          the server: it lists tools and resources, and passes calls on
`pages`           the help page of the verb
`verb`            the verb `mcp` of the command line
"""
