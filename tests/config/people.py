"""The people of a small signoff.yaml."""

PEOPLE = """\
people:
  - {id: ana, name: Ana, slack: {team: T1, user: U1}, roles: [requester]}
  - {id: ben, name: Ben, slack: {team: T1, user: U2}, roles: [approver]}
"""
