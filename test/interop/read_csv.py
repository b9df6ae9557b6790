"""Prints the cells of a CSV file as JSON: read_csv.py FILE"""
import csv
import json
import sys

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    print(json.dumps(list(csv.reader(file))))
