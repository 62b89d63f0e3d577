// What PositionSet.swift has here.
