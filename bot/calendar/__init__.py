"""Calendars that say who is on call: iCal from an address or a file.

A package of its own beside the other adapters: it needs the network, and libraries that nobody
needs whose policy names no calendar.
"""
